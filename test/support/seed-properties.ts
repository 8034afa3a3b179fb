import * as fc from 'fast-check';
import { seed } from './size.ts';

// The properties of proofs generate the same inputs in every run with the same seed.
fc.configureGlobal({ seed });
