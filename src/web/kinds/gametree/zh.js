// 简体中文: the texts of gametree; the key is the English text.
export const brief = {};
export default {};
