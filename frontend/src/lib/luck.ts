/** The luck of a side or of somebody, in words. */

/** What the number says, in one sentence. */
export const LUCK_MEANS =
  'Luck adds up, for each roll of a battle, the share of the possible rolls that would have been worse, less one half: ' +
  'a roll counts from −0.5 to +0.5, whatever was made of it, and 0 is what dice give in the long run.';

/** A number with its sign, as "+2.3" or "−0.1"; "0.0" has none. */
export function signed(value: number, digits = 1): string {
  const shown = Math.abs(value).toFixed(digits);
  return Number(shown) === 0 ? shown : `${value < 0 ? '−' : '+'}${shown}`;
}

/** "+2.3 over 41 rolls"; nothing where nothing was rolled. */
export const luckWords = (luck: number, rolls: number): string =>
  rolls ? `${signed(luck)} over ${rolls} ${rolls === 1 ? 'roll' : 'rolls'}` : '';

/** On average, as "+0.06 a roll". */
export const luckARoll = (luck: number, rolls: number): string => (rolls ? `${signed(luck / rolls, 2)} a roll` : '');
