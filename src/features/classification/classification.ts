/** The front door of classification: where an imported tale belongs, and why. */
export { classificationEndpoints } from './classification-endpoints.ts';
export type { Classification, TaleToClassify } from './classified-tale.ts';
export { classify } from './classify.ts';
export { keepClassification } from './keep-classification.ts';
