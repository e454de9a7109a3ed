// The colour of a partition of a board: in a table of shards, and at the edge of the board.
import './parts.css';

// Returns the class of partition i, from 0.
export const bandOf = (i) => `band${i % 6}`;
