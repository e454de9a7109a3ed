// Prints one element of the page: sheets hide the rest, by the class `printing`.
export function printAlone(element) {
  element.classList.add('printing');
  addEventListener('afterprint', () => element.classList.remove('printing'), { once: true });
  print();
}
