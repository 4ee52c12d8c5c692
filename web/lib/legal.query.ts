import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { apiQuery } from './api.ts';

export const legalQuery = apiQuery(['legal'], legalEndpoints.getLegalTexts);
