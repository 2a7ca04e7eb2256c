"""The durable log of matches.

``store`` what a store does and hands out · ``sql`` the one on SQLite (``open_store``) · ``host``
playing on it · ``writer`` the one task that writes · ``schema`` and ``migrations`` its tables.
"""
