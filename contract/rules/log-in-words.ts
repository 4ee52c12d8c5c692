// The sentence about a log-in that failed, which the log-in shows without loading all other errors.

export const LOGIN_FAILED_MESSAGE = 'Login Failed, please try again';
