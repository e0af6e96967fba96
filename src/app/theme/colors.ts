const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

/**
 * Colours are named by meaning. Text colours keep 4.5:1 on canvas, surface, subtle and on their own soft tint in both
 * schemes (tested in tests/app/theme/contrast.test.ts). accent, refused and neutral also serve as `colorPalette` of
 * buttons. Red marks a rejection or a destructive action.
 */
export const colors = {
  bg: {
    canvas: pair('#f7f6f3', '#151412'),
    surface: pair('#ffffff', '#1e1c1a'),
    subtle: pair('#f1efeb', '#292623'),
    scrim: pair('rgb(31 28 25 / 0.45)', 'rgb(0 0 0 / 0.6)'),
  },
  fg: {
    default: pair('#211e1b', '#f2efea'),
    muted: pair('#625b53', '#b5aea4'),
    onAccent: pair('#ffffff', '#04211f'),
  },
  border: {
    default: pair('#e4e0da', '#37332f'),
    control: pair('#918a80', '#7a736a'),
  },
  accent: {
    solid: pair('#0d6964', '#4db8ae'),
    solidHover: pair('#0a5450', '#6bc9c0'),
    onSolid: pair('#ffffff', '#04211f'),
    soft: pair('#e0f0ee', '#16312f'),
    softHover: pair('#cfe7e4', '#1d403d'),
    fg: pair('#0a5853', '#7dd3ca'),
    line: pair('#9fcac6', '#2f5e5a'),
  },
  neutral: {
    solid: pair('#3d3833', '#ddd7ce'),
    solidHover: pair('#211e1b', '#f2efea'),
    onSolid: pair('#ffffff', '#211e1b'),
    soft: pair('#f1efeb', '#292623'),
    softHover: pair('#e7e4de', '#35312d'),
    fg: pair('#211e1b', '#f2efea'),
    line: pair('#cfcac2', '#4a453f'),
  },
  refused: {
    solid: pair('#b3261e', '#f28b82'),
    solidHover: pair('#8f1d17', '#f6aaa3'),
    onSolid: pair('#ffffff', '#3a0906'),
    soft: pair('#fdecea', '#3d1d1a'),
    softHover: pair('#f9dad6', '#4d2521'),
    fg: pair('#a5231b', '#ff9f96'),
    line: pair('#e5b3ae', '#7a3a34'),
  },
  waiting: {
    fg: pair('#854a00', '#f2bb66'),
    soft: pair('#fdf1dc', '#382a13'),
    line: pair('#e8c48b', '#66491c'),
  },
  settled: {
    fg: pair('#1b6839', '#84d39f'),
    soft: pair('#e4f3e9', '#19311f'),
    line: pair('#a5d3b5', '#2d5a3a'),
  },
} as const;
