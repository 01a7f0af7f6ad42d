/** The small files of the model folder, in the layout of Hugging Face and sentence-transformers. */

export const SPECIAL_TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/** Longest text in tokens, the two special ones included. */
const MAX_LENGTH = 128;

/**
 * @param {string[]} tokens by id
 * @returns {object} tokenizer.json: WordPiece, lower case, [CLS] text [SEP]
 */
export function tokenizerJson(tokens) {
  const idOf = (/** @type {string} */ token) => tokens.indexOf(token);
  const cls = { SpecialToken: { id: '[CLS]', type_id: 0 } };
  const sep = (/** @type {number} */ type) => ({ SpecialToken: { id: '[SEP]', type_id: type } });
  const text = { Sequence: { id: 'A', type_id: 0 } };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL_TOKENS.map((content) => ({
      id: idOf(content),
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [cls, text, sep(0)],
      pair: [cls, text, sep(0), { Sequence: { id: 'B', type_id: 1 } }, sep(1)],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((token) => [token, { id: token, ids: [idOf(token)], tokens: [token] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
}

export const TOKENIZER_CONFIG = {
  tokenizer_class: 'BertTokenizer',
  do_lower_case: true,
  model_max_length: MAX_LENGTH,
  unk_token: '[UNK]',
  pad_token: '[PAD]',
  cls_token: '[CLS]',
  sep_token: '[SEP]',
  mask_token: '[MASK]',
};

/**
 * @param {{ layers: number, hidden: number, heads: number, intermediate: number, vocab: number,
 *   maxPositions: number, tokenTypes: number }} shape
 */
export function configJson(shape) {
  return {
    model_type: 'bert',
    architectures: ['BertModel'],
    vocab_size: shape.vocab,
    hidden_size: shape.hidden,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    intermediate_size: shape.intermediate,
    hidden_act: 'gelu',
    max_position_embeddings: shape.maxPositions,
    type_vocab_size: shape.tokenTypes,
    layer_norm_eps: 1e-12,
    pad_token_id: 0,
  };
}

/** @type {[string, string][]} */
const MODULES = [
  ['', 'Transformer'],
  ['1_Pooling', 'Pooling'],
  ['2_Normalize', 'Normalize'],
];

export const MODULES_JSON = MODULES.map(([path, type], idx) => ({
  idx,
  name: String(idx),
  path,
  type: `sentence_transformers.models.${type}`,
}));

/** @param {number} hidden */
export function poolingJson(hidden) {
  return {
    word_embedding_dimension: hidden,
    pooling_mode_cls_token: false,
    pooling_mode_mean_tokens: true,
    pooling_mode_max_tokens: false,
    pooling_mode_mean_sqrt_len_tokens: false,
  };
}
