/** The subjects of the audit log that belong to the settings. */
export const SETTINGS_SUBJECTS = ['site', 'watermark'] as const;
