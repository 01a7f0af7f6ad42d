/** A pair of the demo whose negative half answers (public/demo/embedding.jsonl); a test holds the texts to the file. */
export const REAL_PAIR = {
  query: 'can someone found not guilty still have to pay damages',
  positive:
    'In a criminal trial in England or America the prosecution must prove its case beyond reasonable doubt. Most civil claims need only be more likely true than not. A person acquitted of a crime can therefore still be ordered to pay damages for the same act.',
  negative:
    'Whoever is accused of a crime counts as innocent until proven guilty, and need not give evidence against himself. The European Convention on Human Rights grants this in its sixth article. A person found not guilty in England may have the costs of a lawyer repaid only in part.',
} as const;
