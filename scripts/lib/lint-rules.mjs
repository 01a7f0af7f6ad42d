/** Rules of this project's own for ESLint: the one dialect that CONTRIBUTING.md asks for. */

/** @import { Rule } from 'eslint' */

/** A file says at its top what it is. @type {Rule.RuleModule} */
const openingComment = {
  meta: { type: 'suggestion', messages: { missing: 'The file begins with a comment that says what it is.' } },
  create(context) {
    return {
      Program(node) {
        const { text } = context.sourceCode;
        if (/^(#!.*\n)?(\/\*\*|\/\/|<!-- (?!svelte-ignore))/.test(text)) return;
        context.report({ node, loc: { line: 1, column: 0 }, messageId: 'missing' });
      },
    };
  },
};

/** What a function throws stands behind `@throws`, where editors look for it. @type {Rule.RuleModule} */
const throwsTag = {
  meta: { type: 'suggestion', messages: { errors: 'Name errors behind @throws, not "Errors:".' } },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (comment.loc && /\bErrors:/.test(comment.value)) {
            context.report({ loc: comment.loc, messageId: 'errors' });
          }
        }
      },
    };
  },
};

export const negscope = { rules: { 'opening-comment': openingComment, 'throws-tag': throwsTag } };
