"""The rules of Moje zlato!, MZ1 to MZ9 and the options, on an immutable state.

Nothing is hidden in a state: it holds what everybody knows, the locks of the chests in sight and
how many of each sort have not been seen yet. The locks of the pile's next chest, and what a chest
holds, are drawn when they come to light. Since every order of the pile is equally likely, that is
the same game as with a shuffled pile, and there is nothing that could leak.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from goldfield.games.contract import CHANCE, OVER, WIN, Info, below, put, rule
from goldfield.games.moje_zlato import turn
from goldfield.games.moje_zlato.cards import count, one
from goldfield.games.moje_zlato.deck import (
    CONTENTS,
    DECK,
    DEFAULT_DECK,
    DEFAULT_FACES,
    FACES_OF_A_DIE,
    FISH,
    MOST_LOCKS,
    Chest,
    check_showable,
    chests_of,
    spoiled,
    warnings_of,
)
from goldfield.games.moje_zlato.placing import acted, acts, in_hand, laid_die, lays, settled
from goldfield.games.moje_zlato.state import (
    ACT,
    CONTENT,
    DEAL,
    ENDED,
    FILL,
    LOCKS,
    LOOTS,
    OPEN,
    OUTCOME_STARTER,
    PARTS,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    SLOTS,
    STAND,
    STARTER,
    Setup,
    State,
)
from goldfield.games.options import (
    BadOption,
    BaseRules,
    Preset,
    first_option,
    numbers,
    option,
    players_option,
)
from goldfield.words import Message, say

RULES_VERSION = 1
TITLE = say("Moje zlato!")
SUMMARY = say(
    "Oh My Gold! Four dice open chests and load what they hold; a sabre takes what a neighbour "
    "has left on the water."
)
SCORE = say("points")

FEWEST, MOST = 2, 4


@dataclass(frozen=True)
class Rules(BaseRules):
    """The options of Moje zlato!."""

    players: int = players_option(FEWEST, MOST)
    first: int = first_option(MOST)
    fish: bool = option(
        False,
        label=say("Fish bones"),
        help=say(
            "One chest of each size hides fish bones instead: worth nothing, and whoever has "
            "fewer of them wins a tie."
        ),
    )
    rerolls: int = option(
        1,
        label=say("Second roll"),
        help=say("Whether dice may be rolled once more. The youngest may play without."),
        choices=numbers(
            1, 0, label=lambda n: say("once, any dice") if n else say("none: the first roll stands")
        ),
    )
    commit: bool = option(
        False,
        label=say("Lay dice before the second roll"),
        help=say(
            "For old hands: dice may be laid on cards before the second roll. They stay there, "
            "and what is full takes effect at once."
        ),
    )
    deck: str = option(
        DEFAULT_DECK,
        label=say("Chests"),
        help=say("How many chests there are, with how many locks, and what they hide."),
        structure=DECK,
    )
    faces: str = option(
        DEFAULT_FACES,
        label=say("Faces of a die"),
        help=say("What the six faces of each die show."),
        structure=FACES_OF_A_DIE,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.commit and self.rerolls == 0:
            raise BadOption(
                "commit",
                say("Laying dice before the second roll needs one: this table rolls only once."),
            )
        check_showable(self.chests, self.faces)

    @property
    def chests(self) -> dict[Chest, int]:
        """The deck as played, with fish bones where the option swaps them in."""
        chests = chests_of(self.deck)
        return spoiled(chests) if self.fish else chests

    def warnings(self) -> tuple[Message, ...]:
        """A treasure of four symbols cannot be stolen."""
        return warnings_of(self.chests)


_USUAL = {"rerolls": 1, "commit": False, "deck": DEFAULT_DECK, "faces": DEFAULT_FACES}
PRESETS = (
    Preset(
        "pirates",
        say("Pirates"),
        say("The usual game: eighteen chests, two rolls, and every open treasure in danger."),
        {"fish": False, **_USUAL},
    ),
    Preset(
        "fish_bones",
        say("Fish bones"),
        say("The same, but three of the chests hide nothing but bones."),
        {"fish": True, **_USUAL},
    ),
    Preset(
        "cabin_boys",
        say("Cabin boys"),
        say("For the youngest: the dice are rolled once and used as they fell."),
        {"fish": False, **_USUAL, "rerolls": 0},
    ),
    Preset(
        "old_hands",
        say("Old hands"),
        say("Dice may be laid before the second roll, to see a treasure while there is a roll."),
        {"fish": False, **_USUAL, "commit": True},
    ),
)


def info(rules: Rules) -> Info:
    """The game's nature under these rules."""
    players = rules.players
    whole = SLOTS + (PARTS + LOOTS) * players + 1
    single = SLOTS + players + 2 * PARTS * players if rules.commit else 0
    return Info(
        seats=players,
        side_of=tuple(range(players)),
        moves=OPEN + whole + single,
        outcomes=OUTCOME_STARTER + players,
        most_moves=max(whole, 2**turn.DICE + single),
        most_outcomes=turn.SIZES.count(turn.DICE),
        longest=None,
        score_unit=1,
        hidden=(),
        takes_back=True,
    )


def setup_of(rules: Rules) -> Setup:
    """The setup in plain form."""
    throws = range(len(turn.THROWS))
    again = [[i for i in throws if turn.MINUS[hand * len(throws) + i] >= 0] for hand in throws]
    loots = [[i for i in range(LOOTS) if turn.PAY_LOOT[hand * LOOTS + i] >= 0] for hand in throws]
    throw_of, throw_base = turn.throws_of(rules.faces)
    attack = FILL + PARTS * rules.players
    deck, contents = [0] * MOST_LOCKS, [0] * MOST_LOCKS
    for chest, n in rules.chests.items():
        deck[chest.locks - 1] += n
        contents[chest.locks - 1] += n * one(chest.kind)
    return Setup(
        rules.players,
        rules.first,
        rules.rerolls,
        int(rules.commit),
        attack,
        attack + LOOTS * rules.players,
        tuple(deck),
        tuple(contents),
        turn.SIZES,
        turn.RESULTS,
        throw_base,
        throw_of,
        [turn.ways(throw, rules.faces) for throw in throws],
        *_rows(again),
        turn.MINUS,
        turn.PLUS,
        turn.MINUS_ONE,
        turn.PAY_KEYS,
        turn.PAY_PART,
        turn.PAY_LOOT,
        *_rows(loots),
        turn.LOOT_NEEDS,
        [sum(one(kind) for kind in loot) for loot in turn.LOOTS],
        [sum(turn.COINS[kind] for kind in loot) for loot in turn.LOOTS],
        [sum(turn.GEMS[kind] for kind in loot) for loot in turn.LOOTS],
        [*turn.WHOLE, PARTS],
        [part.kind for part in turn.PARTS],
        turn.FILLED,
        turn.COINS,
        turn.GEMS,
    )


def _rows(rows: list[list[int]]) -> tuple[list[int], array[int]]:
    """Where each row begins once they stand one after another (and the end), and the rows."""
    starts = [0]
    flat = array("b")
    for row in rows:
        flat.extend(row)
        starts.append(len(flat))
    return starts, flat


def start(setup: Setup) -> State:
    """The first state: all chests in the pile, none in sight yet."""
    none = (0,) * setup.players
    return State(
        phase=STARTER if setup.first == 0 else DEAL,
        seat=setup.first - 1,
        hand=0,
        thrown=0,
        final=0,
        closed=0,
        opened=0,
        chests=(0,) * SLOTS,
        top=0,
        buried=setup.deck,
        unseen=setup.contents,
        beside=none,
        coins=none,
        gems=none,
        bones=none,
        last=-1,
        boarded=0,
        keys=0,
        laid=0,
    )


@rule
def to_act(setup: Setup, s: State) -> int:
    if s.phase == REROLL or s.phase == ACT:
        return s.seat
    return OVER if s.phase == ENDED else CHANCE


def turn_of(setup: Setup, s: State) -> int:
    """The seat whose turn it is; -1 before the draw."""
    return s.seat


@rule
def moves(setup: Setup, s: State, out: Any) -> int:
    if s.phase == ACT:
        return acts(setup, s, out)
    n = 0
    for k in range(setup.again_at[s.hand], setup.again_at[s.hand + 1]):
        out[n] = setup.again[k]
        n += 1
    return lays(setup, s, out, n) if setup.commit == 1 else n


@rule
def play(setup: Setup, s: State, move: int) -> State:
    if s.phase == ACT:
        if move == setup.end:
            return turn_over(setup, s)
        return go_on(setup, acted(setup, s, move))
    if s.phase == REROLL:
        if move == STAND:
            return go_on(setup, in_hand(s, ACT, s.hand, 0, 1, s.closed))
        if move < OPEN:
            kept = setup.minus[s.hand * OPEN + move]
            return in_hand(s, REROLLING, kept, setup.sizes[move], 0, s.closed)
        return go_on(setup, laid_die(setup, s, move))
    if s.phase == ROLL:
        return rolled(setup, s, move)
    if s.phase == REROLLING:
        hand = setup.plus[s.hand * OPEN + move]
        return go_on(setup, in_hand(s, ACT, hand, 0, 1, s.closed))
    if s.phase == REVEAL:
        return go_on(setup, turned_over(setup, s, move - CONTENT))
    if s.phase == DEAL:
        return dealt(setup, s, move - LOCKS + 1)
    return on_table(s, DEAL, move - OUTCOME_STARTER, s.chests, s.top, s.buried, s.last)


@rule
def rolled(setup: Setup, s: State, throw: int) -> State:
    """MZ1: the dice fell. Who has nothing in reach, whatever the dice show, is not asked."""
    in_reach = 0
    for locks in s.chests:
        in_reach += locks
    for pack in s.beside:
        if pack > 0:
            in_reach += 1
    if in_reach == 0:
        return turn_over(setup, s)
    if setup.rerolls == 1:
        return in_hand(s, REROLL, throw, 0, 0, 0)
    return go_on(setup, in_hand(s, ACT, throw, 0, 1, 0))


@rule
def go_on(setup: Setup, s: State) -> State:
    """MZ4: the turn goes on while the dice in hand can do anything; then it ends by itself."""
    if s.phase == REVEAL:
        return s
    phase = settled(setup, s)
    if phase < 0:
        return turn_over(setup, s)
    return in_hand(s, phase, s.hand, 0, s.final, s.closed)


@rule
def turned_over(setup: Setup, s: State, kind: int) -> State:
    """MZ3: everybody sees what the chest held; fish bones go straight under the ship."""
    row = s.opened - 1
    beside = s.beside
    bones = s.bones
    if kind == FISH:
        bones = put(bones, s.seat, bones[s.seat] + 1)
    else:
        beside = put(beside, s.seat, beside[s.seat] + one(kind))
    return State(
        ACT,
        s.seat,
        s.hand,
        0,
        s.final,
        s.closed,
        0,
        s.chests,
        s.top,
        s.buried,
        put(s.unseen, row, s.unseen[row] - one(kind)),
        beside,
        s.coins,
        s.gems,
        bones,
        s.last,
        s.boarded,
        s.keys,
        s.laid,
    )


@rule
def turn_over(setup: Setup, s: State) -> State:
    """MZ7, MZ8: the middle is refilled and the turn passes to the left, or the game is over."""
    last = s.last
    if last > 0:
        last -= 1
    elif s.top == 0 and s.chests[0] + s.chests[1] + s.chests[2] == 0:
        last = setup.players
    if last == 0:
        return on_table(s, ENDED, s.seat, s.chests, s.top, s.buried, 0)
    seat = s.seat + 1 if s.seat + 1 < setup.players else 0
    return laid_out(on_table(s, ROLL, seat, s.chests, s.top, s.buried, last))


@rule
def laid_out(s: State) -> State:
    """MZ7: the pile's next chest fills a gap of the middle, and the one below comes to light."""
    chests = s.chests
    top = s.top
    for slot in range(SLOTS):
        if chests[slot] == 0 and top > 0:
            chests = put(chests, slot, top)
            top = 0
    phase = ROLL
    if top == 0 and s.buried[0] + s.buried[1] + s.buried[2] > 0:
        phase = DEAL
    return on_table(s, phase, s.seat, chests, top, s.buried, s.last)


@rule
def dealt(setup: Setup, s: State, locks: int) -> State:
    """The pile's next chest has come to light: so many locks."""
    buried = put(s.buried, locks - 1, s.buried[locks - 1] - 1)
    return laid_out(on_table(s, ROLL, s.seat, s.chests, locks, buried, s.last))


@rule
def on_table(
    s: State,
    phase: int,
    seat: int,
    chests: tuple[int, ...],
    top: int,
    buried: tuple[int, ...],
    last: int,
) -> State:
    """Between turns: no dice in hand nor on any card."""
    return State(
        phase,
        seat,
        0,
        turn.DICE if phase == ROLL else 0,
        0,
        0,
        0,
        chests,
        top,
        buried,
        s.unseen,
        s.beside,
        s.coins,
        s.gems,
        s.bones,
        last,
        0,
        0,
        0,
    )


@rule
def roll(setup: Setup, s: State, rng: Any) -> Any:
    if s.phase == ROLL or s.phase == REROLLING:
        result, rng = below(rng, setup.results[s.thrown])
        return int(setup.throw_of[setup.throw_base[s.thrown] + result]), rng
    if s.phase == DEAL:
        card, rng = below(rng, s.buried[0] + s.buried[1] + s.buried[2])
        row = 0
        while card >= s.buried[row]:
            card -= s.buried[row]
            row += 1
        return LOCKS + row, rng
    if s.phase == REVEAL:
        pack = s.unseen[s.opened - 1]
        cards = 0
        for kind in range(len(CONTENTS)):
            cards += count(pack, kind)
        card, rng = below(rng, cards)
        kind = 0
        while card >= count(pack, kind):
            card -= count(pack, kind)
            kind += 1
        return CONTENT + kind, rng
    seat, rng = below(rng, setup.players)
    return OUTCOME_STARTER + seat, rng


def outcomes(setup: Setup, s: State) -> list[tuple[int, Fraction]]:
    weights: list[tuple[int, int]] = []
    if s.phase in (ROLL, REROLLING):
        same_size = (throw for throw, dice in enumerate(setup.sizes) if dice == s.thrown)
        weights = [(throw, setup.ways[throw]) for throw in same_size]
    elif s.phase == DEAL:
        weights = [(LOCKS + row, n) for row, n in enumerate(s.buried)]
    elif s.phase == REVEAL:
        pack = s.unseen[s.opened - 1]
        weights = [(CONTENT + kind, count(pack, kind)) for kind in range(len(CONTENTS))]
    else:
        weights = [(OUTCOME_STARTER + seat, 1) for seat in range(setup.players)]
    total = sum(n for _, n in weights)
    return [(outcome, Fraction(n, total)) for outcome, n in weights if n]


@rule
def scores(setup: Setup, s: State) -> tuple[int, ...]:
    """MZ9: each coin and each diamond under the ship is a point."""
    points = s.coins
    for seat in range(setup.players):
        points = put(points, seat, s.coins[seat] + s.gems[seat])
    return points


@rule
def rank(s: State, seat: int) -> int:
    """MZ9 as one number: most points, then most diamonds, then fewest fish bones."""
    return ((s.coins[seat] + s.gems[seat]) * 256 + s.gems[seat]) * 64 + 63 - s.bones[seat]


@rule
def shares(setup: Setup, s: State) -> tuple[int, ...]:
    """MZ9: a tie that diamonds and fish bones leave is a shared win."""
    best = 0
    winners = 0
    for seat in range(setup.players):
        if rank(s, seat) > best:
            best = rank(s, seat)
            winners = 0
        if rank(s, seat) == best:
            winners += 1
    won = s.coins
    for seat in range(setup.players):
        won = put(won, seat, WIN // winners if rank(s, seat) == best else 0)
    return won


@rule
def view(setup: Setup, s: State, seat: int) -> State:
    """Everything that is known to anybody is public; what is not is not in a state."""
    return s


@rule
def mask(setup: Setup, s: State, move: int, seat: int) -> int:
    """Everybody sees what happens."""
    return move


@rule
def guess(setup: Setup, view: State, seat: int, rng: Any) -> Any:
    """Nothing is hidden: the view is the state."""
    return view, rng
