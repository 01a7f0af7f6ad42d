/** A script may lead the page only to itself: an address elsewhere could carry data. Links that the user follows are left alone. */

/** The Navigation API's event, which TypeScript's library has only in part. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
  /** The user followed a link or used the browser's controls. */
  readonly userInitiated: boolean;
}

/**
 * Cancels what a script navigates to beside the page and what the page has made: Firefox 153 does not tell a download of that
 * from another navigation, and its address leads nowhere else. Chromium, Firefox 147.
 */
export function keepOnPage(scope: Window & typeof globalThis): void {
  const navigation: unknown = Reflect.get(scope, 'navigation');
  if (!(navigation instanceof EventTarget)) return;
  navigation.addEventListener('navigate', (event) => {
    const { destination, userInitiated } = event as NavigateEvent;
    const stays = isPage(destination.url, scope.location.href) || isMadeHere(destination.url);
    if (!userInitiated && !stays) event.preventDefault();
  });
}

/** Whether both are one page, with any query or fragment. */
function isPage(address: string, page: string): boolean {
  return withoutQuery(address) === withoutQuery(page);
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] as string;
}

function isMadeHere(address: string): boolean {
  return /^(blob|data):/.test(address);
}
