"""Gold Nuggets (My Mine) by Reiner Knizia: push your luck with seven dice, rob with lassos."""
