"""Who may do what at the live table."""

VIEWER, DEALER, FLOOR, PRODUCER = ROLES = ("viewer", "dealer", "floor", "producer")

SEES_ALL = (PRODUCER,)  # every card that the readers told, down cards, burns and discards included
HEARS_NAMES = (FLOOR, PRODUCER)  # a verdict names its card to them, since they have to look for it

CALLS: dict[str, tuple[str, ...]] = {
    "declare": (DEALER,),  # an action of the hand, or a concession
    "report": (DEALER,),  # boxed, exposed, off the table
    "console": (DEALER,),  # takes the simulated dealer's place, or gives it back
    "move": (DEALER, FLOOR),  # lays a card of the simulated felt
    "enter": (DEALER, FLOOR),  # a card by hand
    "ruling": (FLOOR,),  # the floor is a person, or the simulated one again
    "rule": (FLOOR,),  # the deal goes on, a misdeal, a dead round
    "fault": (FLOOR,),  # plants a fault on a simulated reader, or clears it
    "hide": (PRODUCER,),  # no card of the stream is shown any more, until it is shown again
    "name": (PRODUCER,),  # who sits at a seat, for the stream
    "link": (FLOOR,),  # cuts the simulated link, or puts it back
}
"""A call and the roles that may make it; whoever may not is refused before anything looks at what he said."""
