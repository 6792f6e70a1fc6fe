// Thai name of the site until its configuration is known.

export const text = {
  appName: 'ชบา',
} as const;
