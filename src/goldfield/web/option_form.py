"""Options in the form of a new table: what was posted, what it means, what the fields show.

A plain option is a field ``option-NAME``. A structured one may be posted in parts, fields
``option-NAME.PART`` that its game joins to a text; where ``option-NAME`` itself is filled in too,
as by somebody who pastes a deck, that counts and the parts do not: without scripts a form sends
both. A field of no option, and two values for one, are refused (:func:`check`).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from goldfield.games.options import BadOption, Option, Scalar, unknown
from goldfield.web.context import PresetCard
from goldfield.web.context_pages import FormChoice, FormOption
from goldfield.web.forms import Form, last, one
from goldfield.web.refusal import contradictory
from goldfield.words import Message, say, shortened

OPTION = "option-"


def check(options: Sequence[Option], form: Form) -> None:
    """Refuse what a form of these options never sends.

    Raises:
        Refusal: 422 for an option or a part that does not exist, and for two values of one field.
    """
    known = {o.name: o for o in options}
    for field in form:
        if not field.startswith(OPTION):
            continue
        name, dot, part = field.removeprefix(OPTION).partition(".")
        if name not in known:
            raise contradictory(unknown(name, known).message)
        if dot and part not in _usual_parts(known[name]):
            raise contradictory(
                say("The option {name} has no part {part}.", name=name, part=shortened(part))
            )
        # The hidden field before a box says no, the ticked box then yes.
        if not (known[name].is_flag and list(form[field]) in (["no", "yes"], ["no", "on"])):
            one(form, field)


def posted(options: Sequence[Option], form: Form, leave_out: Container[str] = ()) -> dict[str, str]:
    """The posted options as text; a ticked box beats its no.

    Raises:
        BadOption: when parts of a structured option mean nothing.
    """
    found: dict[str, str] = {}
    for o in options:
        if o.name in leave_out:
            continue
        parts = _parts(o, form)
        if parts and not one(form, OPTION + o.name).strip():
            assert o.structure
            assert o.structure.join
            found[o.name] = o.structure.join(parts)
        elif OPTION + o.name in form:
            found[o.name] = last(form, OPTION + o.name)
    return found


def chosen(
    options: Sequence[Option], form: Form, preset: Mapping[str, Scalar]
) -> dict[str, Scalar]:
    """What a posted form means: its options, and the preset's where those are older.

    Without scripts the options still show what they were for the preset chosen before; a form says
    which that was (``shown-preset``).

    Raises:
        BadOption: when parts of a structured option mean nothing.
    """
    if is_shown(form):
        return {**preset, **posted(options, form)}
    return {**posted(options, form, preset), **preset}


def is_shown(form: Form) -> bool:
    """Whether the posted options are those of the posted preset, as somebody changed them."""
    preset = one(form, "preset")
    return preset == one(form, "shown-preset", preset)


def kept(form: Form, leave_out: Container[str] = ()) -> Form:
    """The fields of options, but for those of some."""
    return {
        name: values
        for name, values in form.items()
        if name.startswith(OPTION) and name.removeprefix(OPTION).partition(".")[0] not in leave_out
    }


def fields(
    options: Sequence[Option],
    values: Mapping[str, Scalar],
    typed: Form,
    templates: Mapping[str, str],
    refused: BadOption | None = None,
) -> tuple[FormOption, ...]:
    """The options as the form shows them: as they were typed, else as they are in ``values``.

    ``templates`` are the fragments of structured options, empty for all others.
    """
    found: list[FormOption] = []
    for o in options:
        held = values.get(o.name, o.default)
        value, parts, usual = text(held), {}, True
        if o.structure:
            value, parts, usual = _structured(o, str(held), typed, bool(templates[o.name]))
        elif OPTION + o.name in typed:
            value = text(last(typed, OPTION + o.name))
        why: Message | None = refused.message if refused and refused.option == o.name else None
        found.append(
            FormOption(
                name=o.name,
                label=o.label,
                help=o.help,
                flag=o.is_flag,
                on=o.is_flag and value == "yes",
                choices=tuple(
                    FormChoice(text(c.value), c.label, text(c.value) == value) for c in o.choices
                ),
                text=value,
                template=templates[o.name],
                refused=why,
                grammar=o.structure.grammar if o.structure else None,
                parts=parts,
                usual_parts=_usual_parts(o) if parts else {},
                usual=usual,
                at_seats=o.at_seats,
            )
        )
    return tuple(found)


def _structured(
    o: Option, value: str, typed: Form, in_parts: bool
) -> tuple[str, dict[str, str], bool]:
    """What a structured option's own field and its parts show, and whether it is the usual."""
    assert o.structure
    usual = str(o.default)
    try:
        meant = o.structure.read(posted([o], typed).get(o.name, value))
    except BadOption:
        meant = ""
    if o.structure.split is None or not in_parts:
        return one(typed, OPTION + o.name, value), {}, meant == usual
    given = _parts(o, typed)
    if not given and OPTION + o.name not in typed:
        return "", dict(o.structure.split(meant or usual)), meant == usual
    parts = {name: given.get(name, n) for name, n in o.structure.split(usual).items()}
    return one(typed, OPTION + o.name), parts, meant == usual


def _usual_parts(o: Option) -> Mapping[str, str]:
    """The parts of a structured option's usual value; none where a form does not ask in parts."""
    split = o.structure.split if o.structure else None
    return split(str(o.default)) if split else {}


def sets(
    options: Sequence[Option], preset: PresetCard, templates: Mapping[str, str]
) -> dict[str, Scalar]:
    """What a preset fills in, by the names of the fields after ``option-``."""
    known = {o.name: o for o in options}
    found: dict[str, Scalar] = {}
    for name, value in preset.options.items():
        structure = known[name].structure
        if structure and structure.split and templates[name]:
            found[name] = ""
            found |= {f"{name}.{part}": n for part, n in structure.split(str(value)).items()}
        else:
            found[name] = value
    return found


def text(value: object) -> str:
    """An option's value as a form holds it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return {"true": "yes", "on": "yes"}.get(str(value), str(value))


def _parts(o: Option, form: Form) -> dict[str, str]:
    """The posted parts of a structured option by their names."""
    if o.structure is None or o.structure.join is None:
        return {}
    prefix = f"{OPTION}{o.name}."
    return {name.removeprefix(prefix): one(form, name) for name in form if name.startswith(prefix)}
