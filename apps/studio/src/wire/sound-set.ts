/** Instruments of a game's sounds; a title names one. */
export type SoundSet = 'wood' | 'bells' | 'glass' | 'water' | 'strings';
