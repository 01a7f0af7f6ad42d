/** Where the text of the bundled encoder comes from, and at which commit each source has its licence. */

export interface Repository {
  /** Owner and name on GitHub. */
  readonly name: string;
  readonly commit: string;
  readonly licence: string;
  /** Paths that are fetched, as patterns of git's sparse checkout. */
  readonly paths: readonly string[];
}

/**
 * Books of OpenStax. Most have other terms since: at these commits the licence file and every collection name
 * CC BY 4.0.
 */
const BOOKS = [
  ['american-government', 'd8ce50dc1247652027a7d8216918f78bbc8511ed'],
  ['anatomy-physiology', 'b0058a743bdd2cc08196abaaa7d5469970c0d80c'],
  ['astronomy', '63157f370b09c06a4cc12832384aaaf4de1ced3b'],
  ['business-ethics', 'd64573e2807a1e7ba5d7dec8c36cd815a942b5c7'],
  ['chemistry-bundle', '32c719622fbb7a0ca729cd645c1df4cf4e7d5b3a'],
  ['college-physics-bundle', 'f98d7a792138a6133fe7267d17e70aa04e9ccbed'],
  ['college-success-bundle', '4c04b87eb2753872c2d442fe9736859ddb27bb72'],
  ['entrepreneurship', 'c1fa2c872ba07dc864c3aeb5a510b08b4f657288'],
  ['introduction-anthropology', '418eedd9bef21ec1a6fa1b472c0d82c084e35c70'],
  ['introduction-business', 'f99a5bb2eeec22a6fb042f8d95435d5b9e5564da'],
  ['introduction-intellectual-property', 'be76c2d982080df077b6f7f7f784d0bbbc37ee8b'],
  ['introduction-philosophy', 'd7bd4f0f520529b3ad83272448a9c2be25c9040a'],
  ['introduction-political-science', '4391e659b98eec43b71e8b3f08241215fb4dd4c4'],
  ['introduction-sociology', 'd35d5f3bdac40f93607d600134865d4f13ce1f9b'],
  ['introductory-statistics-bundle', '50ec91749080bb040b57bb40c34337cacc994cba'],
  ['life-liberty-and-pursuit-happiness', 'acb6fbe2744dd112187b6aff5946cfe969410fca'],
  ['microbiology', 'ecf34dad129d686703780e87ab5aa2e59c577a6a'],
  ['nursing-external-bundle', '7876f90a3dbdc0756e21a374d4a46526d0ac453b'],
  ['physics', 'ff78c7a8150fdda5ed1f786ac59ac25cdd532ef0'],
  ['principles-economics-bundle', 'cd31beb103fffbc09cc81ebfe117d8c40cc12d1a'],
  ['principles-finance', '3b7fc65c527ef51dbee24689691f19947fb72fb2'],
  ['principles-marketing', '40369d8ce3adb160cf8d2cc6528cd00be6a472eb'],
  ['psychology', 'e061043bf2f9e86ace51c4e8dc9555160f60a99d'],
  ['university-physics-bundle', 'db44eb99e9aa1d918fd8cf182f82ccdece9c7b11'],
  ['us-history', '046331cfcea0ac1b1a8fd461b3e6aae638845af3'],
  ['world-history', '3e17beda9130380d24be881e6d1942dfcc1be845'],
] as const;

export const OPENSTAX: readonly Repository[] = BOOKS.map(([book, commit]) => ({
  name: `openstax/osbooks-${book}`,
  commit,
  licence: 'CC BY 4.0',
  paths: ['/modules/*/index.cnxml'],
}));

export const MEDQUAD: Repository = {
  name: 'abachaa/MedQuAD',
  commit: '577bd37b96c02d1833b2c9eed2de9f96964e96cb',
  licence: 'CC BY 4.0',
  paths: ['*.xml'],
};

export const FACTBOOK: Repository = {
  name: 'factbook/factbook.json',
  commit: '8662a8b17a784841ab4528631b04090eb2f183eb',
  licence: 'public domain',
  paths: ['*.json'],
};

/** Its questions choose settings and measure; nothing is trained on them. */
export const QED: Repository = {
  name: 'google-research-datasets/QED',
  commit: '2492920337122918bbfc7d12c1268b9af796c6cf',
  licence: 'CC BY-SA 3.0',
  paths: ['/qed-dev.jsonlines'],
};

/** Debian's package of WordNet 3.0. */
export const WORDNET = {
  name: 'WordNet 3.0 (Debian wordnet-base 1:3.0-37)',
  url: 'https://deb.debian.org/debian/pool/main/w/wordnet/wordnet-base_3.0-37_all.deb',
  sha256: '61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752',
  licence: 'WordNet 3.0 License',
} as const;
