// Replays tricks on the deal; each step has the remaining cards.

export const plain = (card) => (typeof card === 'object' ? card : { suit: '', card });

// Returns whether the reply wins.
const beats = (lead, reply, trump) => (reply.suit === lead.suit ? reply.card > lead.card : reply.suit === trump);

// Returns the tricks of result.line: [{ by, lead, reply, winner }], cards as { suit, card }.
export const tricksOfLine = (line = []) => line.map((trick) => ({ ...trick, lead: plain(trick.lead), reply: plain(trick.reply) }));

const cardOf = ({ suit = '', card }) => ({ suit, card });

// Returns the tricks of result.play, a list of single cards; the last trick may have no reply yet. moves: [lead's,
// reply's] from the result.
export function tricksOfPlay(play = [], trump = null) {
  const out = [];
  for (let i = 0; i < play.length; i += 2) {
    const [first, second] = play.slice(i, i + 2);
    const lead = cardOf(first), reply = second && cardOf(second);
    out.push({ by: first.by, lead, reply, moves: second ? [first, second] : [first],
      winner: reply && (beats(lead, reply, trump) ? second.by : first.by) });
  }
  return out;
}

// Returns [{ suits, trick, won: { a, b } }]: before each trick, and after the last (without trick).
export function replay({ suits }, tricks) {
  const steps = [];
  let left = suits;
  const won = { a: 0, b: 0 };
  for (const trick of [...tricks, undefined]) {
    steps.push({ suits: left, trick, won: { ...won } });
    if (!trick) break;
    const gone = ({ suit, card }) => (name, one) => name === suit && one.card === card;
    const played = [trick.lead, trick.reply].filter(Boolean).map(gone);
    left = left.map(({ name, cards }) => ({ name, cards: cards.filter((one) => !played.some((is) => is(name, one))) }));
    if (trick.winner) won[trick.winner]++;
  }
  return steps;
}
