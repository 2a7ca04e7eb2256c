"""One table: record, fold, fair dice, check. Pure: no clock, no disk, no threads.

``record`` what is kept · ``table`` a match being played · ``undo`` what can be taken back ·
``fair`` the dice · ``document`` JSON in and out · ``replay`` and ``verify`` the check ·
``refused`` why something was not done.
"""
