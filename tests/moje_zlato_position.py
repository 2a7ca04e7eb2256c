"""A table of Moje zlato! to play on from, in the words of the rules."""

from goldfield.games.contract import CHANCE
from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.deck import CONTENTS, FACES, TREASURES
from goldfield.games.moje_zlato.state import (
    CONTENT,
    FILL,
    LOOTS,
    OPEN,
    PARTS,
    REROLL,
    ROLL,
    SLOTS,
    STAND,
    State,
)
from goldfield.games.moje_zlato.turn import LOOTS as EVERY_LOOT
from goldfield.games.moje_zlato.turn import PART_ID, THROW_ID, Part, Throw, throw_text


def hand(dice: str) -> int:
    return THROW_ID[Throw(*(dice.count(face) for face in FACES))]


def pack(contents: str) -> int:
    return sum(16 ** CONTENTS.index(content) for content in contents.split())


def part(kind: str, filled: str = "") -> int:
    return PART_ID[Part(CONTENTS.index(kind), filled.count("c"), filled.count("d"))]


class Position:
    """A table to play on from, in the words of the rules; seats and chests are counted from 0.

    ``beside`` are the open treasures of each seat, ``under`` what is safe (``ccd fish``),
    ``unseen`` what the chests hide that nobody has opened, by number of locks.
    """

    def __init__(
        self,
        beside: tuple[str, ...] = ("", ""),
        chests: tuple[int, ...] = (0, 0, 0),
        *,
        unseen: tuple[str, str, str] = ("c c c d d d", "cc cc cd cd dd dd", "ccc ccd cdd ddd"),
        under: tuple[str, ...] = (),
        top: int = 0,
        buried: tuple[int, int, int] = (0, 0, 0),
        seat: int = 0,
        last: int = -1,
        **options: object,
    ) -> None:
        players = len(beside)
        self.rules = mz.Rules(players=players, **options)
        self.setup = mz.setup_of(self.rules)
        self.info = mz.info(self.rules)
        safe = under or ("",) * players
        treasures = [text.replace("fish", "") for text in safe]
        self.state = State(
            phase=ROLL,
            seat=seat,
            hand=0,
            thrown=4,
            final=0,
            closed=0,
            opened=0,
            chests=chests,
            top=top,
            buried=buried,
            unseen=(pack(unseen[0]), pack(unseen[1]), pack(unseen[2])),
            beside=tuple(pack(contents) for contents in beside),
            coins=tuple(text.count("c") for text in treasures),
            gems=tuple(text.count("d") for text in treasures),
            bones=tuple(text.count("fish") for text in safe),
            last=last,
            boarded=0,
            keys=0,
            laid=0,
        )

    # What happens.

    def play(self, move: int) -> "Position":
        if self.to_act == CHANCE:
            assert move in [outcome for outcome, _ in mz.outcomes(self.setup, self.state)]
        else:
            assert move in self.legal
        self.state = mz.play(self.setup, self.state, move)
        return self

    def rolled(self, dice: str) -> "Position":
        """The dice fall, and nothing is thrown again."""
        self.play(hand(dice))
        return self.play(STAND) if self.state.phase == REROLL else self

    def fell(self, dice: str) -> "Position":
        return self.play(hand(dice))

    def again(self, dice: str) -> "Position":
        return self.play(hand(dice))

    def stand(self) -> "Position":
        return self.play(STAND)

    def open(self, slot: int, content: str = "") -> "Position":
        self.play(OPEN + slot)
        return self.play(CONTENT + CONTENTS.index(content)) if content else self

    def load(self, kind: str, filled: str = "") -> "Position":
        return self.play(self.fill(self.state.seat, kind, filled))

    def take(self, victim: int, kind: str, filled: str = "") -> "Position":
        return self.play(self.fill(victim, kind, filled))

    def attack(self, victim: int, *loot: str) -> "Position":
        return self.play(self.raid(victim, *loot))

    def end(self) -> "Position":
        return self.play(self.setup.end)

    def lock(self, slot: int) -> "Position":
        return self.play(self.setup.end + 1 + slot)

    def board(self, victim: int) -> "Position":
        return self.play(self.setup.end + 1 + SLOTS + victim)

    def lay(self, symbol: str, kind: str, filled: str = "", owner: int = -1) -> "Position":
        owner = self.state.seat if owner < 0 else owner
        return self.play(self.place(symbol, kind, filled, owner))

    # What it is called.

    def fill(self, owner: int, kind: str, filled: str = "") -> int:
        return FILL + owner * PARTS + part(kind, filled)

    def raid(self, victim: int, *loot: str) -> int:
        kinds = tuple(sorted(CONTENTS.index(kind) for kind in loot))
        return self.setup.attack + victim * LOOTS + EVERY_LOOT.index(kinds)

    def place(self, symbol: str, kind: str, filled: str, owner: int) -> int:
        first = self.setup.end + 1 + SLOTS + self.rules.players
        return first + 2 * (owner * PARTS + part(kind, filled)) + "CD".index(symbol)

    # What is the case.

    @property
    def to_act(self) -> int:
        return mz.to_act(self.setup, self.state)

    @property
    def legal(self) -> list[int]:
        out = [0] * self.info.most_moves
        return out[: mz.moves(self.setup, self.state, out)]

    @property
    def dice(self) -> str:
        return throw_text(self.state.hand)

    @property
    def may_end(self) -> bool:
        return self.setup.end in self.legal

    def opens(self) -> list[int]:
        return [move - OPEN for move in self.legal if OPEN <= move < FILL]

    def loads(self) -> list[str]:
        """The treasures that may be loaded from beside the own ship."""
        first = FILL + self.state.seat * PARTS
        moves = [move - first for move in self.legal if first <= move < first + PARTS]
        return [kind for kind in TREASURES if part(kind) in moves]

    def attacks(self) -> dict[int, list[tuple[str, ...]]]:
        """What may be taken at once, by ship."""
        found: dict[int, list[tuple[str, ...]]] = {}
        for move in self.legal:
            if self.setup.attack <= move < self.setup.end:
                victim, loot = divmod(move - self.setup.attack, LOOTS)
                kinds = tuple(TREASURES[kind] for kind in EVERY_LOOT[loot])
                found.setdefault(victim, []).append(kinds)
        return found

    def is_turn_of(self, seat: int) -> bool:
        """Whether a turn of this seat is about to begin."""
        return self.state.phase == ROLL and self.state.seat == seat and self.state.thrown == 4
