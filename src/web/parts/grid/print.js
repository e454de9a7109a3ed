// Prints a part of the page alone: the element around the pressed button that matches the selector (its style sheet hides the
// rest, by the class `printing`).
export function printNear(event, selector) {
  const chosen = event.target.closest(selector);
  chosen.classList.add('printing');
  addEventListener('afterprint', () => chosen.classList.remove('printing'), { once: true });
  print();
}
