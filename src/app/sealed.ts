/** Whether the page runs under its content security policy, so that it may say it is sealed. */

/** True where the policy that the server sends is in force: it forbids making code from text. */
export function isSealed(): boolean {
  try {
    new Function('');
    return false;
  } catch {
    return true;
  }
}
