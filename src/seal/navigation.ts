/** A script may lead the page only to itself: an address elsewhere could carry data. Links that the user follows are left alone. */

/** Cancels what a script navigates to beside the page; downloads of what the page has made stay. Chromium, Firefox 147. */
export function keepOnPage(scope: Window & typeof globalThis): void {
  const navigation = Reflect.get(scope, 'navigation') as Navigation | undefined;
  navigation?.addEventListener('navigate', (event) => {
    const { destination, userInitiated, downloadRequest, sourceElement } = event;
    const [page, target] = [scope.location.href, destination.url].map(
      (address) => address.split(/[?#]/, 1)[0],
    );
    if (userInitiated || page === target) return;
    // Firefox 153 tells of a download twice, the second time without its name; old browsers do not tell of the link.
    const isDownload = downloadRequest !== null || sourceElement?.hasAttribute('download') === true;
    if (!isDownload || !/^(blob|data):/.test(destination.url)) event.preventDefault();
  });
}
