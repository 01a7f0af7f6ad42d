/** A script may lead the page only to itself: an address elsewhere could carry data. Links that the user follows are left alone. */

/** The Navigation API's event, which TypeScript's library has only in part. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
  /** The user followed a link or used the browser's controls. */
  readonly userInitiated: boolean;
  /** Name of a download; null where the page would be left. Firefox 153 tells of a download twice, the second time with null. */
  readonly downloadRequest: string | null;
  /** The link that was followed; absent in old browsers. */
  readonly sourceElement?: Element | null;
}

/** Cancels what a script navigates to beside the page; downloads of what the page has made stay. Chromium, Firefox 147. */
export function keepOnPage(scope: Window & typeof globalThis): void {
  const navigation: unknown = Reflect.get(scope, 'navigation');
  if (!(navigation instanceof EventTarget)) return;
  navigation.addEventListener('navigate', (event) => {
    const { destination, userInitiated, downloadRequest, sourceElement } = event as NavigateEvent;
    const [page, target] = [scope.location.href, destination.url].map(
      (address) => address.split(/[?#]/, 1)[0],
    );
    if (userInitiated || page === target) return;
    const isDownload = downloadRequest !== null || sourceElement?.hasAttribute('download') === true;
    if (!isDownload || !/^(blob|data):/.test(destination.url)) event.preventDefault();
  });
}
