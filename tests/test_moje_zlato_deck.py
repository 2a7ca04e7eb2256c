"""The chests and the die of Moje zlato! as texts: what is read, and what is refused and how."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.deck import (
    CONTENTS,
    DEFAULT_DECK,
    DEFAULT_FACES,
    FISH,
    MOST_CHESTS,
    Chest,
    chests_of,
    deck_text,
    join_deck,
    join_faces,
    read_deck,
    read_faces,
    split_deck,
    split_faces,
)
from goldfield.games.options import BadOption, read_options

SORTS = [Chest(locks, kind) for locks in (1, 2, 3) for kind in range(len(CONTENTS))]
DECKS = st.dictionaries(st.sampled_from(SORTS), st.integers(1, 5), min_size=1, max_size=12)


def is_deck(chests: dict[Chest, int]) -> bool:
    alike: Counter[int] = Counter()
    for chest, n in chests.items():
        alike[chest.kind] += n
    return alike.total() <= 60 and max(alike.values()) <= 15


def refusal(**options: object) -> str:
    """The sentence that refuses these options, checked to be one."""
    with pytest.raises(BadOption) as found:
        mz.Rules(**options)
    sentence = str(found.value)
    assert found.value.option in options
    assert sentence.endswith((".", ":"))
    assert "\n" not in sentence
    return sentence


# Chests --------------------------------------------------------------------------------------


def test_the_usual_deck_has_six_chests_of_each_size_18_coins_and_18_diamonds() -> None:
    chests = chests_of(DEFAULT_DECK)
    assert deck_text(chests) == DEFAULT_DECK == mz.Rules().deck
    sizes: Counter[int] = Counter()
    symbols: Counter[str] = Counter()
    for chest, n in chests.items():
        content = CONTENTS[chest.kind]
        assert len(content) == chest.locks
        sizes[chest.locks] += n
        symbols.update(content * n)
    assert sizes == {1: 6, 2: 6, 3: 6}
    assert symbols == {"c": 18, "d": 18}


@settings(deadline=None)
@given(DECKS)
def test_a_deck_is_read_back_from_its_text(chests: dict[Chest, int]) -> None:
    if is_deck(chests):
        text = deck_text(chests)
        assert chests_of(text) == chests
        assert read_deck(text) == text
        assert mz.Rules(deck=text).chests == chests


@settings(deadline=None)
@given(DECKS, st.randoms(use_true_random=False))
def test_a_deck_written_in_any_way_is_the_same_deck(chests: dict[Chest, int], rng) -> None:
    """Any order, one by one or together, letters turned round, capitals, other separators."""
    if not is_deck(chests):
        return
    items: list[str] = []
    for chest, n in chests.items():
        content = CONTENTS[chest.kind]
        while n:
            some = rng.randint(1, n)
            n -= some
            letters = content if chest.kind == FISH else "".join(rng.sample(content, len(content)))
            count = f"{some}{rng.choice('x×*X')}" if some > 1 or rng.random() < 0.5 else ""
            item = f"{count}{chest.locks}:{letters}"
            items.append(item.upper() if rng.random() < 0.3 else item)
    rng.shuffle(items)
    text = rng.choice(("", "  ")) + rng.choice((" ", ", ", ";", "\n", " ,")).join(items)
    assert read_deck(text) == deck_text(chests)
    assert mz.Rules(deck=text) == mz.Rules(deck=deck_text(chests))


@settings(deadline=None)
@given(DECKS)
def test_a_deck_can_be_asked_for_in_parts(chests: dict[Chest, int]) -> None:
    if is_deck(chests):
        text = deck_text(chests)
        parts = split_deck(text)
        assert set(parts) == {chest.text for chest in SORTS}
        assert read_deck(join_deck(parts)) == text


def test_none_of_a_sort_may_be_written_and_is_left_out() -> None:
    assert read_deck("0x1:c 2x2:cd 00x3:fish") == "2x2:cd"


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ("", "A deck has 1 to 60 chests; this one has 0."),
        (" , ;", "A deck has 1 to 60 chests; this one has 0."),
        ("0x1:c", "A deck has 1 to 60 chests; this one has 0."),
        ("15x1:c 15x1:d 15x1:cc 15x1:dd 1x1:cd", "A deck has 1 to 60 chests; this one has 61."),
        ("999x1:c 999x1:d", "A deck has 1 to 60 chests; this one has 1998."),
        ("16x1:c", "At most 15 chests may hold the same; 16 of this deck hold c."),
        ("8x1:c 8x3:c", "At most 15 chests may hold the same; 16 of this deck hold c."),
        ("8x1:fish 8x2:fish", "At most 15 chests may hold the same; 16 of this deck hold fish."),
        ("3x0:c", "A chest has 1 to 3 locks, not 0."),
        ("4:c", "A chest has 1 to 3 locks, not 4."),
        ("1:c 999:d", "A chest has 1 to 3 locks, not 999."),
        ("1:ccccc", "A chest hides 1 to 4 coins (c) and diamonds (d), or fish; not ccccc."),
        ("1:k", "A chest hides 1 to 4 coins (c) and diamonds (d), or fish; not k."),
        ("1:fishc", "A chest hides 1 to 4 coins (c) and diamonds (d), or fish; not cfhis."),
        ("1:sfih", "A chest hides 1 to 4 coins (c) and diamonds (d), or fish; not fhis."),
        ("gold", "gold is no chest of a deck; write how many, the locks and the treasure"),
        ("1:", "1: is no chest of a deck"),
        (":c", ":c is no chest of a deck"),
        ("3x:c", "3x:c is no chest of a deck"),
        ("-1x1:c", "-1x1:c is no chest of a deck"),
        ("1.5x1:c", "1.5x1:c is no chest of a deck"),
        ("1000x1:c", "1000x1:c is no chest of a deck"),
        ("٣x1:c", "\u2068٣x1:c\u2069 is no chest of a deck"),
        ("1:č", "1:č is no chest of a deck"),
        ("1:c|1:d", "1:c|1:d is no chest of a deck"),
        ("2x2x2:c", "2x2x2:c is no chest of a deck"),
        ("x" * 300, "xxxxxxxxxxxxxxxxxxx… is no chest of a deck"),
        ("1:c " * 300, "The text of a deck has at most 1000 characters."),
        (18, "A deck is written as text, as in 3x1:c"),
        (None, "A deck is written as text, as in 3x1:c"),
        (["1:c"], "A deck is written as text, as in 3x1:c"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_deck_is_refused_with_its_sentence(deck: object, says: str) -> None:
    assert refusal(deck=deck).startswith(says)


@settings(deadline=None)
@given(st.text(max_size=40))
@example("1:c\x00")
@example("İ:c")
def test_any_text_is_a_deck_or_is_refused(text: str) -> None:
    try:
        canonical = read_deck(text)
    except BadOption:
        assert len(refusal(deck=text)) < 200
    else:
        assert read_deck(canonical) == canonical


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("many", "not many."),
        ("-1", "not -1."),
        ("1.0", "not 1.0."),
        ("٣", "not \u2068٣\u2069."),
        ("1" * 9, "9"),
    ],
)
def test_parts_that_are_no_numbers_are_refused(part: str, says: str) -> None:
    with pytest.raises(BadOption, match="The number of chests with 2 locks hiding cd") as found:
        join_deck({"1:c": "3", "2:cd": part})
    assert says.strip("9") in str(found.value)


def test_empty_parts_are_none() -> None:
    assert join_deck({"1:c": " 3 ", "2:cd": "", "3:fish": "0"}) == "3x1:c"
    assert refusal(deck=join_deck({"1:c": ""})).startswith("A deck has 1 to 60 chests")


def test_the_largest_decks_can_be_played() -> None:
    """Fifteen of a kind, sixty in all: every count still fits where a position keeps it."""
    rules = mz.Rules(players=4, deck="15x1:fish 15x2:dddd 15x3:cccc 15x1:c")
    assert sum(rules.chests.values()) == MOST_CHESTS
    setup = mz.setup_of(rules)
    assert setup.deck == (30, 15, 15)
    s = mz.start(setup)
    for locks, kind, n in ((1, FISH, 15), (1, 0, 15), (2, 13, 15), (3, 9, 15)):
        assert s.unseen[locks - 1] >> 4 * kind & 15 == n
    assert max(s.unseen) < 2**63


# Fish bones ----------------------------------------------------------------------------------


def test_fish_swaps_one_chest_of_each_size_in_any_deck_that_has_them() -> None:
    rules = mz.Rules(fish=True, deck="2x1:c 1x2:cd 1x3:cdd 1x3:fish")
    assert deck_text(rules.chests) == "1x1:c 1x1:fish 1x2:fish 2x3:fish"
    assert rules.deck == "2x1:c 1x2:cd 1x3:cdd 1x3:fish", "the option is kept as it was chosen"


@pytest.mark.parametrize(
    ("deck", "chest"),
    [
        ("1x1:d 1x2:cd 1x3:cdd", "with 1 lock hiding c"),
        ("1x1:c 1x2:cc 1x3:cdd", "with 2 locks hiding cd"),
        ("1:c 2:cd 3:ccd", "with 3 locks hiding cdd"),
    ],
)
def test_fish_is_refused_where_the_chests_to_swap_are_missing(deck: str, chest: str) -> None:
    assert refusal(fish=True, deck=deck) == (
        f"Fish bones replace a chest {chest}, and this deck has none. Put fish bones into the deck "
        "itself and leave the option off."
    )
    assert mz.Rules(deck=deck)


@pytest.mark.parametrize("locks", [1, 2, 3])
def test_fish_bones_may_lie_behind_any_number_of_locks(locks: int) -> None:
    assert mz.Rules(deck=f"1x{locks}:fish").chests == {Chest(locks, FISH): 1}


def test_fish_is_refused_where_the_deck_then_has_too_many_bones() -> None:
    """A position counts up to fifteen of a kind, also of those that the option swaps in."""
    deck = "1x1:c 1x2:cd 1x3:cdd 13x1:fish"
    assert refusal(fish=True, deck=deck) == (
        "At most 15 chests may hold the same; with those that the option fish swaps, 16 of this "
        "deck hold fish."
    )
    assert mz.Rules(deck=deck)
    assert mz.Rules(fish=True, deck=deck.replace("13x1", "12x1"))


# Faces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "faces", ["CCDKKS", "ccdkks", " SKKDCC ", "C C D K K S", "c,c,d,k,k,s", "K;S;C;D;C;K"]
)
def test_the_same_die_is_the_same_text(faces: str) -> None:
    assert mz.Rules(faces=faces).faces == DEFAULT_FACES
    assert mz.Rules(faces=faces) == mz.Rules()


@settings(deadline=None)
@given(st.lists(st.sampled_from("CDKS"), min_size=6, max_size=6))
def test_every_die_with_a_key_is_read_and_can_be_asked_for_by_its_faces(faces: list[str]) -> None:
    text = "".join(faces)
    if "K" in faces:
        canonical = read_faces(text)
        assert Counter(canonical) == Counter(text)
        assert read_faces(join_faces(split_faces(canonical))) == canonical
    else:
        assert refusal(faces=text) == "One of the faces must be a key, K: it opens the chests."


@pytest.mark.parametrize(
    "faces",
    ["", "CCDKK", "CCDKKSS", "CCDKKX", "XCCDKK", "CCXDKK", "ccdkß", "CCDKKſ", "123456", 6, None],
)
def test_what_is_no_die_is_refused_with_its_sentence(faces: object) -> None:
    """ß has two capitals and ſ has another letter's: neither is a sabre."""
    assert refusal(faces=faces) == (
        "A die has six faces: C coin, D diamond, K key, S sabre, as in CCDKKS."
    )


def test_a_text_that_only_begins_like_a_die_is_none() -> None:
    assert "six faces" in refusal(faces="CCDKKS" + " " * 95 + "and more")


@pytest.mark.parametrize(
    ("faces", "deck", "says"),
    [
        ("CCCKKK", "1x1:c 1x2:cd", "The die CCCKKK can never load 2:cd: it shows neither D nor S."),
        ("DDDDKK", "1x3:cddd", "The die DDDDKK can never load 3:cddd: it shows neither C nor S."),
        ("KKKKKK", "1x1:d", "The die KKKKKK can never load 1:d: it shows neither D nor S."),
    ],
)
def test_treasures_that_the_die_cannot_show_are_refused(faces: str, deck: str, says: str) -> None:
    assert refusal(faces=faces, deck=deck) == says


@pytest.mark.parametrize(
    ("faces", "deck"),
    [("KKKKKS", DEFAULT_DECK), ("CCCKKK", "3x1:c"), ("KKKKKK", "3x3:fish"), ("DDDDDK", "1x1:dddd")],
)
def test_a_die_that_can_load_everything_is_legal(faces: str, deck: str) -> None:
    assert mz.Rules(faces=faces, deck=deck).faces == faces


def test_fish_bones_need_no_face_of_the_die() -> None:
    """With the option the only coin of this deck becomes fish bones behind one lock."""
    deck, faces = "1x1:c 1x2:cd 1x3:cdd 1x1:d", "DDDKKK"
    assert mz.Rules(fish=True, deck=deck, faces=faces)
    assert "neither C nor S" in refusal(deck=deck, faces=faces)


# Warnings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", [DEFAULT_DECK, "1x1:c", "5x3:ddd 5x3:fish"])
def test_no_warning_where_everything_can_be_stolen(deck: str) -> None:
    assert mz.Rules(deck=deck).warnings() == ()


@pytest.mark.parametrize("content", ["cccc", "ccdd", "dddd"])
def test_treasures_of_four_symbols_are_warned_about(content: str) -> None:
    (warning,) = mz.Rules(deck=f"3x1:c 1x2:{content}").warnings()
    assert re.search("four symbols cannot be stolen", str(warning))


# As loose values -----------------------------------------------------------------------------


def test_options_come_as_texts_too() -> None:
    values = {"players": "3", "deck": "3:CDD 1:c*", "faces": "kkccds"}
    with pytest.raises(BadOption, match="no chest of a deck"):
        read_options(mz.Rules, values)
    rules = read_options(mz.Rules, {**values, "deck": "3:CDD 1:c", "commit": "yes"})
    assert rules.as_dict() == {
        "players": 3,
        "first": 1,
        "fish": False,
        "rerolls": 1,
        "commit": True,
        "deck": "1x1:c 1x3:cdd",
        "faces": "CCDKKS",
    }
    assert read_options(mz.Rules, rules.as_dict()) == rules
