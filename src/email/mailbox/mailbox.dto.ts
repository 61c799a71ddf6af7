import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

export const mailViews = ['html', 'text', 'source'] as const;
export const mailDevices = ['desktop', 'phone', 'dark'] as const;

/** What the pages of the mailbox are asked for. */
export class MailboxQuery {
  @ApiPropertyOptional({ description: 'Words in sender, recipient or subject.' })
  @IsOptional()
  @IsString()
  @MaxLength(255)
  q: string = '';

  @ApiPropertyOptional({ description: 'A part of an email.', enum: mailViews })
  @IsOptional()
  @IsIn(mailViews)
  view: (typeof mailViews)[number] = 'html';

  @ApiPropertyOptional({ description: 'What an email is looked at with.', enum: mailDevices })
  @IsOptional()
  @IsIn(mailDevices)
  device: (typeof mailDevices)[number] = 'desktop';
}
