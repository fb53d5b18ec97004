import fc from 'fast-check';

// Every run has the same cases, so a new failure is caused by a change. `npm run proofs` sets a new seed each time.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export default fc;
