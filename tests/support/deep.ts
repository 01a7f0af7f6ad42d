/** Whether this is the deep part, `npm test -- --deep`, in which a test takes more cases. */
export const IS_DEEP = process.env['NEGSCOPE_DEEP'] === 'yes';
