// What differs between the kinds that learn: the settings, how hands are written, and a question that an opponent can be asked about.

// t('Kuhn poker') t('Leduc hold’em') t('Liar’s dice')
export const GAMES = { kuhn: 'Kuhn poker', leduc: 'Leduc hold’em', liars_dice: 'Liar’s dice' };

const KINDS = {
  holdem: {
    settings: [{ name: 'player' }], sample: "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\n…", files: '.phh,.phhs,.toml,.log,.txt,.json,text/*',
    hint: /* t */ 'PHH, ACPC or PokerStars. Paste hands or drop a file anywhere on this page. A hand counts once, however often it is sent.',
    question: () => ({ line: 'p3 cbr 250; p4 f; p5 f; p6 cbr 800; p1 f; p2 f; p3 cc; db Qh7s2d; p3 cc; p6 cbr 900', of: 'p6', hero: { player: 'p3', cards: 'AhQd' } }),
    ask: /* t */ 'Ask what it holds in a hand: {kind}'
  },
  imperfect: {
    settings: [{ name: 'game', values: Object.keys(GAMES) }], sample: '#1 1 J bet pass\n#2 1 K bet bet shows Q\n#3 2 Q:b bet shows K', files: '.log,.txt,.json,text/*',
    hint: /* t */ 'A hand a line: #number, our seat, our last infoset, all actions from there, and “shows” with the card of the other if it was seen. With a number, a hand counts once.',
    question: ({ game, efg } = {}) => ({ ...(efg ? { efg } : { game }), want: 'exploit' }), ask: /* t */ 'Ask how to play against it: {kind}'
  }
};

// settings: [{name, values}], those that a person chooses when the opponent is made; values: of a choice
export const ofKind = (kind) => KINDS[kind] ?? { settings: [], sample: '', files: '' };
