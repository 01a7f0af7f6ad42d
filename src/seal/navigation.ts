/** Navigation to other origins, which could carry data: refused to scripts, allowed to users who follow a link. */

import { isElsewhere } from './address';
import { guard } from './elements';
import { SealedError } from './refused';

/** The Navigation API's event, which TypeScript's library has only in part. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
  /** The user followed a link or used the browser's controls. */
  readonly userInitiated: boolean;
}

/** Keeps scripts from navigating this window, or a new one, to another origin. */
export function guardNavigation(scope: Window & typeof globalThis): void {
  const navigation: unknown = Reflect.get(scope, 'navigation');
  if (navigation instanceof EventTarget) {
    navigation.addEventListener('navigate', (event) => {
      const { destination, userInitiated } = event as NavigateEvent;
      if (!userInitiated && isElsewhere(destination.url, scope.location.href)) event.preventDefault();
    });
  }
  // Links that open a new window do not fire that event.
  const refuse = (target: unknown) => {
    const address = addressAround(target);
    if (address !== null && isElsewhere(address, scope.location.href)) {
      throw new SealedError('A link elsewhere that a script follows');
    }
  };
  guard(scope.HTMLElement.prototype, 'click', refuse);
  guard(scope.EventTarget.prototype, 'dispatchEvent', (target, [event]) => {
    if (event instanceof MouseEvent) refuse(target);
  });
}

/** The address of the link around an element, also outside its shadow roots; null if there is none. */
function addressAround(target: unknown): string | null {
  for (let node: unknown = target; node instanceof Element; node = hostOf(node)) {
    const link = node.closest('a, area');
    const address = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? null;
    if (address !== null) return address;
  }
  return null;
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
