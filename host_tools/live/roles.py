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
    "undo": (DEALER,),  # the last declaration was a mistake
    "push": (DEALER,),  # the pots are pushed, the hand is over
    "begin": (DEALER,),  # the next hand
    "round": (DEALER,),  # an input of the night: the deck is cut, the rake goes to the drop box
    "count": (DEALER, FLOOR),  # the deck is to be counted, or has been
    "session": (FLOOR,),  # an input of the night: players, games, decks, the day
    "settle": (FLOOR,),  # what becomes of the chips of somebody who is away
    "layout": (FLOOR,),  # somebody has looked at the table as it stands there
    "log": (DEALER,),  # a record or a waiver for an item of the dealer's log
    "clear": (FLOOR,),  # somebody has seen to a latched fault
    "ruling": (FLOOR,),  # the floor is a person, or the simulated one again
    "pause": (FLOOR,),  # the simulated dealer begins no further hand, or goes on
    "rule": (FLOOR,),  # the deal goes on, a misdeal, a dead round
    "fault": (FLOOR,),  # plants a fault on a simulated reader, or clears it
    "hide": (PRODUCER,),  # no card of the stream is shown any more, until it is shown again
    "name": (PRODUCER,),  # who sits at a seat, for the stream
    "link": (FLOOR,),  # cuts the simulated link, or puts it back
}
"""A call and the roles that may make it; whoever may not is refused before anything looks at what he said."""
