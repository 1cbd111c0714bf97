"""The known defects, a file for each room of the house in which they are planted."""

from tests.sabotage.defects import bringup, engine, link, live, records, rfid, rules, storage, table, tracker

DEFECTS = (
    *rfid.DEFECTS,
    *rules.DEFECTS,
    *table.DEFECTS,
    *storage.DEFECTS,
    *link.DEFECTS,
    *engine.DEFECTS,
    *tracker.DEFECTS,
    *records.DEFECTS,
    *live.DEFECTS,
    *bringup.DEFECTS,
)
