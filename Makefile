# Goldfield's commands. Each sets up what it needs in .venv first; the second time that is instant.
# More arguments: make play ARGS="--port 9000" · make test ARGS="-k pairs" · make bench ARGS=…
# Another Python: make play PYTHON=/path/to/python3

export PYTHON
BIN := .venv/bin
ARGS :=

.PHONY: help play test check format bench docs texts screenshots gallery clean
.DEFAULT_GOAL := help

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1|/p' Makefile | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

play: ## start Goldfield and open it in the browser
	@sh scripts/setup play
	@$(BIN)/goldfield serve --open $(ARGS)

test: ## run all tests
	@sh scripts/setup dev
	@sh scripts/test $(ARGS)

check: ## check format, lint and types, and run the quick tests
	@sh scripts/setup dev
	@sh scripts/check $(ARGS)

format: ## put the source into its form
	@sh scripts/setup dev
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

bench: ## measure the engine and the server beside their peers
	@sh scripts/setup bench
	@$(BIN)/python -m benchmarks $(ARGS)

docs: ## write the parts of docs/ that are made from the source
	@sh scripts/setup dev
	@$(BIN)/python scripts/options.py

texts: ## bring the catalogues of translations up to date with the source
	@sh scripts/setup dev
	@$(BIN)/python scripts/texts.py $(ARGS)

screenshots: ## take the pictures of the README anew
	@sh scripts/setup dev
	@$(BIN)/python scripts/screenshots.py $(ARGS)

gallery: ## take pictures of every page and state, for looking at
	@sh scripts/setup dev
	@$(BIN)/python scripts/gallery.py $(ARGS)

clean: ## remove the environment and everything made here; matches and settings stay
	@rm -rf .venv .venv.lock .hypothesis .ruff_cache build dist test-results
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
