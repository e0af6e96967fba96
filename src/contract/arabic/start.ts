import { translations } from '../messages.ts';
import { arabicChoices } from '../texts/choices.ar.ts';
import { arabicFormats } from '../texts/formats.ar.ts';
import { arabicInputs } from '../texts/inputs.ar.ts';
import { arabicLabels } from '../texts/labels.ar.ts';
import { arabicResources } from '../texts/resources.ar.ts';

export const start = translations({
  labels: arabicLabels,
  resourceTexts: arabicResources,
  choices: arabicChoices,
  formats: arabicFormats,
  inputs: arabicInputs,
});
