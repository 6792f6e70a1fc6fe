// Letters that sound alike or are mistyped for each other, each written as the last of its group, and marks that the
// search of the lobby ignores.

/** Tone marks and signs without a sound of their own. */
export const silentMarks = /[็่้๊๋ํ๎ฺฯๆ]/gu;

/** A consonant with its vowel below a mark of silence. */
export const silentLetters = /[ก-ฮ][ิุ]?์/gu;

export const alike: readonly (readonly [letters: string, as: string])[] = [
  ['ใ', 'ไ'],
  ['ศษซ', 'ส'],
  ['ณ', 'น'],
  ['ฎ', 'ด'],
  ['ฏทธฑฒ', 'ต'],
  ['ฐ', 'ถ'],
  ['ภ', 'พ'],
  ['ญ', 'ย'],
  ['ฬร', 'ล'],
  ['ฆฅ', 'ค'],
  ['ฃ', 'ข'],
  ['ฌ', 'ช'],
  ['ี', 'ิ'],
  ['ื', 'ึ'],
  ['ู', 'ุ'],
  ['แ', 'เ'],
  ['ๅ', 'า'],
];
