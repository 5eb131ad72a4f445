/** The front door of classification: where an imported tale belongs, and why. */
export { classificationEndpoints } from './classification-endpoints.ts';
export type { Classification, Classify, TaleToClassify } from './classified-tale.ts';
export { classify } from './classify.ts';
export { keepClassifications } from './keep-classification.ts';
