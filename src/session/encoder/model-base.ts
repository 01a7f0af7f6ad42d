/** Where the page's own models are. */

/** Address of the models that the page serves. */
export function modelBase(): URL {
  return new URL('models/', document.baseURI);
}
