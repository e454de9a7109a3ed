// 简体中文: the texts of matrix games; the key is the English text.
export const brief = {};
export default {};
