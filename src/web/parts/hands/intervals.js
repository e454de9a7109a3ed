// Two hands of one suit: the cards from the highest down, each with its owner: [{ card, owner }].

// Returns the continuous intervals, the maximal runs of one owner, from the highest: [{ owner, cards }].
export function intervalsOf(cards) {
  const out = [];
  for (const { card, owner } of cards) {
    if (out.at(-1)?.owner === owner) out.at(-1).cards.push(card);
    else out.push({ owner, cards: [card] });
  }
  return out;
}
