// Replaces the files in ~/.aws, which the SDK reads for settings that neither the code nor the environment has.

export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });
