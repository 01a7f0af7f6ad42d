/** The version that the build wrote into the page; null under the development server. */
export function buildVersion(): string | null {
  const [mark] = document.getElementsByName('negscope-version');
  return mark?.getAttribute('content') ?? null;
}
