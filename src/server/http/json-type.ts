/** The content type of answers whose JSON is written as text. */
export const JSON_TYPE = 'application/json; charset=utf-8';
