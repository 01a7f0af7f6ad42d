/** Three queries with their answers, and four kinds of negatives for each. Written for this page. */

export interface ExampleNegative {
  readonly id: string;
  /** What kind of negative it is. */
  readonly name: string;
  readonly text: string;
}

export interface Example {
  readonly id: string;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly ExampleNegative[];
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'tides',
    query: 'why are there two high tides a day',
    positive:
      'The sea bulges towards the moon and also on the far side of the earth. As the earth turns, a coast passes both bulges within a day.',
    negatives: [
      {
        id: 'echo',
        name: 'repeats the words',
        text: 'Two high chairs, two tides of paint: why are there colours that dry in a day and others that need two?',
      },
      {
        id: 'near',
        name: 'close to the answer',
        text: 'The pull of the sun changes the bulge of the sea as well: spring and neap tides follow the moon through its month.',
      },
      {
        id: 'new',
        name: 'close, in other words',
        text: 'Gravity of the moon slows the rotation of the earth, and the orbit of the moon widens by some centimetres each year.',
      },
      {
        id: 'far',
        name: 'about something else',
        text: 'Bread rises because yeast turns sugar into gas, which the dough holds in small bubbles.',
      },
    ],
  },
  {
    id: 'bees',
    query: 'how do bees tell each other where flowers are',
    positive:
      'A forager dances on the comb: the angle of her run stands for the direction to the nectar, its length for the distance.',
    negatives: [
      {
        id: 'echo',
        name: 'repeats the words',
        text: 'Tell the florist where the flowers are to go and how the stems do best; bees on the wrapping are extra.',
      },
      {
        id: 'near',
        name: 'close to the answer',
        text: 'Bees that guard the comb tell nest mates from strangers by scent, and drive robbers away from the nectar.',
      },
      {
        id: 'new',
        name: 'close, in other words',
        text: 'A scout of the swarm inspects a hollow tree, measures the cavity by walking, and returns to the cluster.',
      },
      {
        id: 'far',
        name: 'about something else',
        text: 'A violin is tuned in fifths, from the G below middle C up to the E string.',
      },
    ],
  },
  {
    id: 'glass',
    query: 'is glass a slow liquid',
    positive:
      'Below its transition temperature it is a rigid solid without crystal order; old window panes are uneven because of how they were made.',
    negatives: [
      {
        id: 'echo',
        name: 'repeats the words',
        text: 'A slow pour of liquid into a cold glass is the way to keep the foam down.',
      },
      {
        id: 'near',
        name: 'close to the answer',
        text: 'Window glass is floated as a liquid ribbon on molten tin, which leaves panes of even thickness.',
      },
      {
        id: 'new',
        name: 'close, in other words',
        text: 'Metals cooled fast enough keep no crystal order either: such amorphous alloys are strong, elastic and hard to shape.',
      },
      {
        id: 'far',
        name: 'about something else',
        text: 'The court of appeal may send a case back where the first judge left evidence aside.',
      },
    ],
  },
];
