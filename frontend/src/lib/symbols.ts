// Made by scripts/symbols.mjs with milsymbol (MIT); do not edit.

export interface Stroke {
  d: string;
  width: number;
  solid: boolean;
}

/** Frames are drawn from (25, 50) to (175, 150). */
export const SYMBOLS: Readonly<Record<string, readonly Stroke[]>> = {
  infantry: [
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
  ],
  motorized: [
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
    { d: 'M100,50L100,150', width: 3, solid: false },
  ],
  mechanized: [
    { d: 'M125,80 C150,80 150,120 125,120 L75,120 C50,120 50,80 75,80 Z', width: 3, solid: false },
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
  ],
  armor: [
    { d: 'M125,80 C150,80 150,120 125,120 L75,120 C50,120 50,80 75,80 Z', width: 3, solid: false },
  ],
  cavalry: [
    { d: 'M25,150L175,50', width: 3, solid: false },
  ],
  airborne: [
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
    { d: 'M75,140 C75,125 100,125 100,140 C100,125 125,125 125,140', width: 3, solid: false },
  ],
  mountain: [
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
    { d: 'm 87,142 10,-20 5,10 3,-5 8,15', width: 0, solid: true },
  ],
  artillery: [
    { d: 'M85,100 a15,15 0 1 0 30,0 a15,15 0 1 0 -30,0', width: 3, solid: true },
  ],
  rocket: [
    { d: 'M85,100 a15,15 0 1 0 30,0 a15,15 0 1 0 -30,0', width: 3, solid: true },
    { d: 'M85,75 l15,-15 15,15 M85,67 l15,-15 15,15', width: 3, solid: false },
  ],
  engineer: [
    { d: 'M 60,118 V 83 h 80 v 35  M 100,83 V 110', width: 4.29, solid: false },
  ],
  'anti-tank': [
    { d: 'M25,150 L100,52 175,150', width: 3, solid: false },
  ],
  'anti-air': [
    { d: 'M25,150 C25,110 175,110 175,150', width: 3, solid: false },
  ],
  'naval-infantry': [
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
    { d: 'M 100,145 100,65', width: 3, solid: false },
    { d: 'm 70,70 60,0', width: 3, solid: false },
    { d: 'm 57.8,105.5 c -2.2,0.1 1.3,20.6 2.8,22.1 0.8,0.8 3.5,-3.8 4.6,-2.6 17.4,20.2 33,19.7 34.7,19.6 0,0 0.2,-0 0.3,0 1.7,0.1 17.3,0.5 34.7,-19.6 1,-1.2 3.7,3.4 4.6,2.6 1.4,-1.5 4.9,-21.9 2.8,-22.1 -2.2,-0.1 -4,4.2 -6.7,6.4 -3,2.4 -7.5,3.4 -7.7,4.5 -0.1,0.8 4.9,3.5 3.9,4.9 -5.1,6.3 -15.1,16.6 -31.3,17 l -0.3,4.3 -0.3,-4.3 c -16.2,-0.4 -26.3,-10.7 -31.3,-17 -1.1,-1.3 4,-4.1 3.9,-4.9 -0.2,-1 -4.7,-2 -7.7,-4.5 -2.7,-2.3 -4.5,-6.6 -6.7,-6.4 z', width: 0, solid: true },
    { d: 'M95,60 a5,5 0 1 0 10,0 a5,5 0 1 0 -10,0', width: 3, solid: false },
  ],
  supply: [
    { d: 'M25,120 l150,0', width: 3, solid: false },
  ],
  fighter: [
    { d: 'M100,100 L130,88 c15,0 15,24 0,24 L100,100 70,112 c-15,0 -15,-24 0,-24 Z', width: 0, solid: true },
  ],
  headquarters: [
    { d: 'M25,50 h150 v26 h-150 z', width: 0, solid: true },
    { d: 'M66,92 v44 M94,92 v44 M66,114 h28', width: 7, solid: false },
    { d: 'M108,114 a16,22 0 1 0 32,0 a16,22 0 1 0 -32,0 M128,124 l14,16', width: 7, solid: false },
  ],
  security: [
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
    { d: 'M25,50 h30 v100 h-30 z', width: 0, solid: true },
  ],
  militia: [
    { d: 'M25,50 L175,150 M25,150 L175,50', width: 3, solid: false },
    { d: 'M84,144 v-26 l16,16 l16,-16 v26', width: 5, solid: false },
  ],
  fortress: [
    { d: 'M40,138 V78 H58 V94 H74 V62 H92 V78 H108 V62 H126 V94 H142 V78 H160 V138 Z', width: 6, solid: false },
    { d: 'M90,138 V116 a10,12 0 0 1 20,0 V138 Z', width: 0, solid: true },
  ],
  bomber: [
    { d: 'M100,100 L130,88 c15,0 15,24 0,24 L100,100 70,112 c-15,0 -15,-24 0,-24 Z', width: 0, solid: true },
    { d: 'M100,116 v22 M92,132 l8,8 8,-8', width: 5, solid: false },
  ],
  none: [
  ],
};

/** Over the frame. */
export const ECHELONS: Readonly<Record<string, readonly Stroke[]>> = {
  i: [
    { d: 'M100,40L100,15', width: 6, solid: false },
  ],
  ii: [
    { d: 'M90,40L90,15', width: 6, solid: false },
    { d: 'M110,40L110,15', width: 6, solid: false },
  ],
  iii: [
    { d: 'M100,40L100,15', width: 6, solid: false },
    { d: 'M120,40L120,15', width: 6, solid: false },
    { d: 'M80,40L80,15', width: 6, solid: false },
  ],
  x: [
    { d: 'M87.5,40 l25,-25 m0,25 l-25,-25', width: 6, solid: false },
  ],
  xx: [
    { d: 'M70,40 l25,-25 m0,25 l-25,-25   M105,40 l25,-25 m0,25 l-25,-25', width: 6, solid: false },
  ],
  xxx: [
    { d: 'M52.5,40 l25,-25 m0,25 l-25,-25    M87.5,40 l25,-25 m0,25 l-25,-25    M122.5,40 l25,-25 m0,25 l-25,-25', width: 6, solid: false },
  ],
  xxxx: [
    { d: 'M35,40 l25,-25 m0,25 l-25,-25   M70,40 l25,-25 m0,25 l-25,-25   M105,40 l25,-25 m0,25 l-25,-25    M140,40 l25,-25 m0,25 l-25,-25', width: 6, solid: false },
  ],
  xxxxx: [
    { d: 'M17.5,40 l25,-25 m0,25 l-25,-25    M52.5,40 l25,-25 m0,25 l-25,-25    M87.5,40 l25,-25 m0,25 l-25,-25    M122.5,40 l25,-25 m0,25 l-25,-25       M157.5,40 l25,-25 m0,25 l-25,-25', width: 6, solid: false },
  ],
};
