/** The luck of a side or of somebody, in words. */

/** What the number says, in one sentence. */
export const LUCK_MEANS =
  'Luck adds up, for each roll of a battle, the share of the possible rolls that would have been worse for that side ' +
  '(as good ones count half), less one half: 0 is what dice give in the long run, whatever players make of them.';

/** A number with its sign, as "+2.3" or "−0.1"; "0.0" has none. */
export function signed(value: number, digits = 1): string {
  const shown = Math.abs(value).toFixed(digits);
  return Number(shown) === 0 ? shown : `${value < 0 ? '−' : '+'}${shown}`;
}

const over = (rolls: number): string => `over ${rolls} ${rolls === 1 ? 'roll' : 'rolls'}`;

/** "+2.3 over 41 rolls"; nothing where nothing was rolled. */
export const luckWords = (luck: number, rolls: number): string => (rolls ? `${signed(luck)} ${over(rolls)}` : '');

/** That of the sides, each with its name: "German +0.3, Soviet −0.3, over 6 rolls". */
export const luckOfSides = (sides: readonly { name: string; luck: number; rolls: number }[]): string =>
  sides[0]?.rolls ? [...sides.map((one) => `${one.name} ${signed(one.luck)}`), over(sides[0].rolls)].join(', ') : '';

/** On average, as "+0.06 a roll". */
export const luckARoll = (luck: number, rolls: number): string => (rolls ? `${signed(luck / rolls, 2)} a roll` : '');
