package main

import (
	"testing"

	dragonv1 "github.com/tianming-referee/tianming/clients/go/tianming/games/dragon/v1"
)

// month returns a position in which the seat may take taxes or harvest.
func month(event dragonv1.EventTile) *dragonv1.Position {
	take := func(card dragonv1.ActionCard) *dragonv1.Option {
		action := &dragonv1.TakeAction{Card: card}
		return &dragonv1.Option{Kind: &dragonv1.Option_TakeAction{TakeAction: action}}
	}
	palaces := []*dragonv1.Palace{{Floors: 2}, {Floors: 2}}
	return &dragonv1.Position{
		Observation: &dragonv1.Observation{
			Players: []*dragonv1.Player{{Palaces: palaces}},
			Events:  []dragonv1.EventTile{event},
		},
		Options: []*dragonv1.Option{
			take(dragonv1.ActionCard_ACTION_CARD_TAXES),
			take(dragonv1.ActionCard_ACTION_CARD_HARVEST),
		},
	}
}

func TestBotHarvestsBeforeADrought(t *testing.T) {
	if index := best(month(drought)); index != 1 {
		t.Errorf("the bot takes option %d", index)
	}
}

func TestBotTakesTaxesBeforeATribute(t *testing.T) {
	if index := best(month(tribute)); index != 0 {
		t.Errorf("the bot takes option %d", index)
	}
}

func TestBotTakesTheFirstOfEqualOptions(t *testing.T) {
	drop := &dragonv1.Option{Kind: &dragonv1.Option_DropTile{DropTile: &dragonv1.DropTile{}}}
	position := month(drought)
	position.Options = []*dragonv1.Option{drop, drop}
	if index := best(position); index != 0 {
		t.Errorf("the bot takes option %d", index)
	}
}
