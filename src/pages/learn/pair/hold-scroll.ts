/** Keeps a finger that drags a mark from scrolling the page. */

/**
 * For `{@attach}` on the element that is grabbed. The style `touch-action` would say the same, but browsers do not heed
 * it on every svg element.
 */
export function holdScroll(node: Element): () => void {
  const hold = (event: Event) => event.preventDefault();
  node.addEventListener('touchstart', hold, { passive: false });
  return () => node.removeEventListener('touchstart', hold);
}
