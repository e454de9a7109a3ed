// Prints one board: that of the editor or view whose button was pressed (see sudoku.css).
export function printBoard(event) {
  const chosen = event.target.closest('.sudoku');
  chosen.classList.add('printing');
  addEventListener('afterprint', () => chosen.classList.remove('printing'), { once: true });
  print();
}
