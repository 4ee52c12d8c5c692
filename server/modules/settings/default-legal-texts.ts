// Version 1 of the texts. An operator has them checked by a lawyer and changes them in the settings.

export const DEFAULT_TERMS = `# What {site_name} is
{site_name} sells photos of performances at cheer, dance and gymnastics competitions. You can follow a team, preview its albums, and buy albums or single photos to download.

# Your account
- You are at least 18 years old, or a parent or guardian agrees for you.
- You use your own email address and keep your password to yourself. What happens with your account is your responsibility.
- One person, one account. Do not share it and do not let programs use it.

# Looking at photos
- Previews carry a watermark and a mark for your account, and are for choosing photos. The number of previews is limited, because the photos show children.
- Do not copy, record or collect previews, and do not look for people who are not your family or team.
- An invitation to an album is personal. Do not post it in public.

# Buying
- Prices are shown with tax before you pay. The contract is made when we confirm your payment.
- You may download what you buy as often as its page says. Keep a copy: we cannot store photos for ever.
- In a shared order your card is charged when the last share is taken. If shares remain at the deadline, the hold on your card is released.
- You can swap an album once within 48 hours if nothing of it was downloaded. If a photo is faulty or an album is not what was promised, write to us and we will put it right or pay you back.

# What you may do with your photos
- Print them and share them with family, friends and your team, also on social media.
- Do not sell them, use them in advertising, remove the photographer's name or train face recognition or other software with them.

# Reporting a photo
Anybody can report a photo. If a photo of you or your child should not be shown, report it as a matter of privacy and we take it down or check it without delay.

# When an account ends
You can delete your account on your profile page at any time. We may suspend an account that breaks these rules, in particular one that collects photos of children. Rights to photos you bought properly stay, unless the law or the safety of a child is against it.

# Liability
We are liable without limit for intent, gross negligence and harm to life and health. Otherwise we are liable for typical, foreseeable damage only.

# Changes
If these terms change, we ask you to agree before you go on.

# Who we are
{postal_address}`;

export const DEFAULT_PRIVACY = `# In short
The photos show children, so we show little, ask who is looking, and keep only what we need. We sell no data and show no advertising.

# What we store about you
- Your name, email address and, if you give them, birth date, place and phone number.
- The teams you follow, the albums you opened, your favorites and invitations.
- Your orders and receipts. Your card number stays with the card provider; we keep its brand, last four digits and expiry date.
- Messages to support and reports about photos.
- Which previews you were shown and when. Each preview carries a mark for your account that you cannot see, so that we can tell to whom a leaked copy was shown. We use it for nothing else, and it is deleted with your account.
- The devices and network addresses you log in from, to keep strangers out and to notice people who collect photos.

# Finding your athlete
If you turn it on, we compute a face template from photos you upload of your child or yourself, and compare it with photos in albums that you hold. It happens on our own machines, only with your consent, and for nobody else. Withdraw your consent at any time: photos, template and matches are then destroyed. Templates that are not used are deleted by themselves.

# Who gets data
- The card provider, for payments; the mail and text message providers, to reach you.
- Photographers and event producers get sales totals without your name.
- Authorities, where the law obliges us.

# Photos of performances
The organizer of an event permits photography. Photos are shown with a watermark to people with an account and a confirmed email address. Location data is removed from every photo that leaves us. Anybody can report a photo and have it taken down.

# How long
Your account data stays until you delete your account. Receipts are kept as long as tax law demands, without your name once the account is deleted. Logs are deleted after a short time. Who was shown which preview is deleted after {leak_tracing_months} months.

# Cookies
We use what the site needs to work: your log-in, your settings and a number that tells your device from others for security. Nothing follows you to other sites.

# Your rights
You can see and change your data on your profile page, export all of it, object to a use, and delete your account at once. Write to us with the help button, or complain to your data protection authority.

# Who is responsible
{postal_address}`;
