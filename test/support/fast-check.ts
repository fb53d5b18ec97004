import fc from 'fast-check';

// The same cases in every run, so that a run judges a change and not its luck. PROPERTY_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export default fc;
