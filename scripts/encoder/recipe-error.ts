/** What an encoder is made of, or measured on, is missing or is something else; the message says what. */
export class RecipeError extends Error {
  override name = 'RecipeError';
}
